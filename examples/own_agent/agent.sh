#!/bin/bash
# An agent in ten lines: it runs whatever code the task shows. docs/your-own-agent.md
while IFS= read -r line; do
  # Ask your model here instead.
  run=$(jq -c '.task | capture("```(?<language>\\w+)\n(?<code>.*?)```"; "m") | {type: "run"} + .' <<<"$line")
  if [ -n "$run" ]; then
    echo "$run"
    IFS= read -r result
    jq -c '{type: "say", text: "It ended with \(.exit): \(.output)"}' <<<"$result"
  fi
  echo '{"type":"done","text":"Done."}'
done
