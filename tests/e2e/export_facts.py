"""The field lists of others' formats, as facts: what exports are held to, field by field.

Inspect's are those of inspect_ai's EvalLog, version 2 (src/inspect_ai/log/_log.py and the model, tool and scorer modules it
uses). ATIF's are those of the Agent Trajectory Interchange Format, 1.4, of which 1.6 and 1.7 only add optional fields.

A type is a JSON type, `time`, `any`, the name of another object, `list of T`, `map of T`, or one of several with `|`. A field
that ends in `!` must be there; others may be missing. No object may have fields that its list does not name.
"""
import datetime

INSPECT = {
    "EvalLog": {
        "version": "int", "status": "'started'|'success'|'cancelled'|'error'", "eval!": "EvalSpec", "plan": "EvalPlan",
        "results": "EvalResults|null", "stats": "EvalStats", "error": "EvalError|null", "invalidated": "bool",
        "log_updates": "list of any|null", "tags": "list of str", "metadata": "map of any", "samples": "list of EvalSample|null",
        "reductions": "list of any|null"},
    "EvalSpec": {
        "eval_set_id": "str|null", "eval_id": "str", "run_id": "str", "created!": "time", "task!": "str", "task_id": "str",
        "task_version": "int|str", "task_file": "str|null", "task_display_name": "str|null", "task_registry_name": "str|null",
        "task_attribs": "map of any", "task_args": "map of any", "task_args_passed": "map of any", "solver": "str|null",
        "solver_args": "map of any|null", "solver_args_passed": "map of any|null", "tags": "list of str|null",
        "dataset!": "EvalDataset", "sandbox": "any", "model!": "str", "model_generate_config": "map of any",
        "model_base_url": "str|null", "model_args": "map of any", "model_roles": "map of any|null", "config!": "EvalConfig",
        "revision": "any", "packages": "map of str", "metadata": "map of any|null", "scorers": "list of any|null", "metrics": "any"},
    "EvalDataset": {"name": "str|null", "location": "str|null", "samples": "int|null", "sample_ids": "list of str|null",
                    "shuffled": "bool|null"},
    "EvalConfig": {"limit": "int|null", "sample_id": "any", "epochs": "int|null", "epochs_reducer": "list of str|null",
                   "message_limit": "int|null", "token_limit": "int|null", "time_limit": "int|null"},
    "EvalPlan": {"name": "str", "steps": "list of EvalPlanStep", "finish": "EvalPlanStep|null", "config": "map of any"},
    "EvalPlanStep": {"solver!": "str", "params": "map of any", "params_passed": "map of any"},
    "EvalResults": {"total_samples": "int", "completed_samples": "int", "early_stopping": "any", "scores": "list of EvalScore",
                    "metadata": "map of any|null"},
    "EvalScore": {"name!": "str", "scorer!": "str", "reducer": "str|null", "scored_samples": "int|null",
                  "unscored_samples": "int|null", "params": "map of any", "metrics": "map of EvalMetric",
                  "metadata": "map of any|null"},
    "EvalMetric": {"name!": "str", "value!": "int|float", "params": "map of any", "metadata": "map of any|null"},
    "EvalStats": {"started_at": "time|''", "completed_at": "time|''", "model_usage": "map of ModelUsage",
                  "role_usage": "map of ModelUsage"},
    "EvalError": {"message!": "str", "traceback!": "str", "traceback_ansi!": "str"},
    "EvalSample": {
        "id!": "int|str", "epoch!": "int", "input!": "str|list of ChatMessage", "choices": "list of str|null",
        "target!": "str|list of str", "sandbox": "any", "files": "list of str|null", "setup": "str|null",
        "messages": "list of ChatMessage", "output": "ModelOutput", "scores": "map of Score|null", "metadata": "map of any",
        "store": "map of any", "events": "list of any", "timelines": "list of any|null", "model_usage": "map of ModelUsage",
        "role_usage": "map of ModelUsage", "started_at": "time|null", "completed_at": "time|null", "total_time": "float|int|null",
        "working_time": "float|int|null", "uuid": "str|null", "invalidation": "any", "error": "EvalError|null",
        "error_retries": "list of any|null", "attachments": "map of str", "events_data": "any", "limit": "any"},
    "ChatMessage": {
        "id": "str|null", "content!": "str|list of any", "source": "'input'|'generate'|null", "metadata": "map of any|null",
        "role!": "'system'|'user'|'assistant'|'tool'", "tool_calls": "list of ToolCall|null", "model": "str|null",
        "tool_call_id": "str|null", "function": "str|null", "error": "any"},
    "ToolCall": {"id!": "str", "function!": "str", "arguments!": "map of any", "internal": "any", "parse_error": "str|null",
                 "view": "any"},
    "ModelOutput": {"model": "str", "choices": "list of ChatCompletionChoice", "completion": "str", "usage": "ModelUsage|null",
                    "time": "float|null", "metadata": "map of any|null", "error": "str|null"},
    "ChatCompletionChoice": {
        "message!": "ChatMessage", "logprobs": "any",
        "stop_reason": "'stop'|'max_tokens'|'model_length'|'tool_calls'|'content_filter'|'unknown'"},
    "ModelUsage": {"input_tokens": "int", "output_tokens": "int", "total_tokens": "int", "input_tokens_cache_write": "int|null",
                   "input_tokens_cache_read": "int|null", "reasoning_tokens": "int|null", "total_cost": "float|int|null"},
    "Score": {"value!": "str|int|float|bool", "answer": "str|null", "explanation": "str|null", "metadata": "map of any|null",
              "history": "list of any"},
}

# Fields that belong to one role of message only.
INSPECT_ROLE_FIELDS = {"assistant": {"tool_calls", "model"}, "tool": {"tool_call_id", "function", "error"}}

ATIF = {
    "Trajectory": {"schema_version!": "'ATIF-v1.6'", "session_id!": "str", "agent!": "Agent", "steps!": "list of Step",
                   "notes": "str", "final_metrics": "FinalMetrics", "continued_trajectory_ref": "str", "extra": "map of any"},
    "Agent": {"name!": "str", "version!": "str", "model_name": "str", "extra": "map of any"},
    "Step": {"step_id!": "int", "timestamp": "time", "source!": "'system'|'user'|'agent'", "model_name": "str",
             "reasoning_effort": "str|float", "message!": "str", "reasoning_content": "str", "tool_calls": "list of ToolCall",
             "observation": "Observation", "metrics": "Metrics", "extra": "map of any"},
    "ToolCall": {"tool_call_id!": "str", "function_name!": "str", "arguments!": "map of any"},
    "Observation": {"results!": "list of ObservationResult"},
    "ObservationResult": {"source_call_id": "str|null", "content": "str", "subagent_trajectory_ref": "list of any"},
    "Metrics": {"prompt_tokens": "int", "completion_tokens": "int", "cached_tokens": "int", "cost_usd": "float|int",
                "prompt_token_ids": "list of int", "completion_token_ids": "list of int", "logprobs": "list of float",
                "extra": "map of any"},
    "FinalMetrics": {"total_prompt_tokens": "int", "total_completion_tokens": "int", "total_cached_tokens": "int",
                     "total_cost_usd": "float|int", "total_steps": "int", "extra": "map of any"},
}

# Fields that only an agent's step may have.
ATIF_AGENT_FIELDS = {"model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics"}

PLAIN = {"str": str, "int": int, "float": float, "bool": bool, "null": type(None)}


def is_time(value):
    try:
        return isinstance(value, str) and datetime.datetime.fromisoformat(value.replace("Z", "+00:00")).tzinfo is not None
    except ValueError:
        return False


def complaints_of_type(facts, kind, value, place):
    """What is wrong with a value that should be of one kind."""
    if kind == "any" or (kind == "time" and is_time(value)) or (kind[0] == "'" and value == kind[1:-1]):
        return []
    if kind in PLAIN and isinstance(value, PLAIN[kind]) and (kind == "bool" or not isinstance(value, bool)):
        return []
    if kind.startswith("list of ") and isinstance(value, list):
        return [text for at, item in enumerate(value) for text in complaints(facts, kind[8:], item, f"{place}[{at}]")]
    if kind.startswith("map of ") and isinstance(value, dict):
        return [text for key, item in value.items() for text in complaints(facts, kind[7:], item, f"{place}.{key}")]
    if kind in facts and isinstance(value, dict):
        return complaints_of_object(facts, kind, value, place)
    return [f"{place} should be {kind} and is {str(value)[:60]!r}"]


def complaints_of_object(facts, name, value, place):
    known = {field.rstrip("!"): kind for field, kind in facts[name].items()}
    missing = [f"{place}.{field[:-1]} is missing" for field in facts[name] if field.endswith("!") and field[:-1] not in value]
    unknown = [f"{place}.{field} is no field of {name}" for field in value if field not in known]
    wrong = [text for field, item in value.items() if field in known
             for text in complaints(facts, known[field], item, f"{place}.{field}")]
    return missing + unknown + wrong


def complaints(facts, kinds, value, place):
    """Everything that is wrong with `value`, which should be of one of `kinds`; empty: it is as the facts say."""
    all_wrong = [complaints_of_type(facts, kind, value, place) for kind in kinds.split("|")]
    return min(all_wrong, key=len)


def inspect_complaints(log):
    """What is wrong with an eval log, besides its fields its roles and ids."""
    wrong = complaints(INSPECT, "EvalLog", log, "log")
    messages = [message for sample in log["samples"] for message in sample["messages"]]
    for message in messages:
        for role, fields in INSPECT_ROLE_FIELDS.items():
            if message["role"] != role and fields & set(message):
                wrong.append(f"a {message['role']} message has {fields & set(message)}")
    ids = [message["id"] for message in messages]
    if len(ids) != len(set(ids)):
        wrong.append("two messages have one id")
    return wrong


def atif_complaints(trajectory):
    """What is wrong with a trajectory, besides its fields its numbers and who may say what."""
    wrong = complaints(ATIF, "Trajectory", trajectory, "trajectory")
    if [step["step_id"] for step in trajectory["steps"]] != list(range(1, len(trajectory["steps"]) + 1)) or not trajectory["steps"]:
        wrong.append("steps are not numbered from 1")
    for step in trajectory["steps"]:
        if step["source"] != "agent" and ATIF_AGENT_FIELDS & set(step):
            wrong.append(f"a {step['source']} step has {ATIF_AGENT_FIELDS & set(step)}")
        calls = {call["tool_call_id"] for call in step.get("tool_calls", [])}
        answered = {result.get("source_call_id") for result in step.get("observation", {"results": []})["results"]} - {None}
        if not answered <= calls:
            wrong.append(f"results of calls that are not there: {answered - calls}")
    return wrong
