// One of a few, all in sight.

export function Choice(props: { label: string; options: string[]; chosen: string; words?: Record<string, string>; choose: (option: string) => void }) {
  if (props.options.length < 2) return null;
  return (
    <div class="choice" role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <button key={option} type="button" aria-pressed={option === props.chosen} onClick={() => props.choose(option)}>{props.words?.[option] ?? option}</button>
      ))}
    </div>
  );
}
