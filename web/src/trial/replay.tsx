// Step by step through a trial, as it happened.

export function Replay(props: { steps: number; shown: number; replaying: boolean; set: (shown: number | null) => void }) {
  const { steps, shown, replaying, set } = props;
  if (steps < 2) return null;
  return (
    <div class="replay" role="group" aria-label="Replay">
      <button type="button" class="button small" disabled={replaying && shown <= 1} onClick={() => set(replaying ? shown - 1 : 1)}>{replaying ? "← Back" : "Replay"}</button>
      <input type="range" min={1} max={steps} value={shown} aria-label="Step" aria-valuetext={`step ${shown} of ${steps}`} onInput={(event) => set(Number(event.currentTarget.value))} />
      <span class="replay-where">step {shown} of {steps}</span>
      <button type="button" class="button small" disabled={shown >= steps && !replaying} onClick={() => set(shown >= steps ? null : shown + 1)}>{shown >= steps && replaying ? "Done" : "Next →"}</button>
      {replaying && <button type="button" class="quiet" onClick={() => set(null)}>Show everything</button>}
    </div>
  );
}
