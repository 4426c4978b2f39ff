// The keys, in a dialog.

import { useEffect, useRef } from "preact/hooks";

const groups: [string, [string[], string][]][] = [
  ["Everywhere", [
    [["?"], "these keys"],
    [["g"], "overview of the run"],
    [["c"], "cases of the run"],
    [["t"], "light, dark, as the system"],
  ]],
  ["Cases", [
    [["/"], "search"],
    [["j", "k"], "next, previous row"],
    [["Enter"], "open the row"],
    [["Esc"], "leave the search box"],
  ]],
  ["Trial", [
    [["→", "←"], "replay: one step on, one back"],
    [["e"], "everything at once"],
    [["n", "p"], "next, previous trial of the filter; also ] and ["],
    [["u"], "back to the cases"],
  ]],
];

export function Help(props: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={props.close} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <div class="dialog-body">
        <h2 id="help-title">Keyboard</h2>
        <div class="help-groups">
          {groups.map(([title, keys]) => (
            <section>
              <h3>{title}</h3>
              <dl class="keys">
                {keys.map(([names, what]) => (
                  <div>
                    <dt>{names.map((name) => <kbd>{name}</kbd>)}</dt>
                    <dd>{what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p><button type="button" class="button" onClick={() => dialog.current?.close()}>Close</button></p>
      </div>
    </dialog>
  );
}
