import type { SandboxReply } from '../core/simulator.ts';
import { html } from './html.ts';
import { show, timeOf, type Visit } from './visit.ts';

const steps: readonly (readonly [seconds: number, label: string])[] = [
  [60, '1 minute'],
  [900, '15 minutes'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [7 * 86_400, '1 week'],
];

/** The marketplaces' clock, and the reset to the seed. */
export function clockPage(visit: Visit): SandboxReply {
  const { now, mode } = visit.control.clock();
  const body = html`<main>
    <header>
      <h1>Clock</h1>
      <p class="quiet">
        The marketplaces’ own time. Ahead of it, tokens run out and late things happen at once.
      </p>
    </header>
    <section class="card">
      <h2>${timeOf(now)} <small>in Singapore, ${mode === 'set' ? 'stopped' : 'running'}</small></h2>
      <form class="row" method="post" action="/clock">
        ${steps.map(([seconds, label]) => html`<button class="plain" name="advance" value="${seconds}">+ ${label}</button>`)}
      </form>
      <form class="row" method="post" action="/clock" style="margin-top:14px">
        <label class="field"
          >Stop at (UTC)<input name="set" type="datetime-local" step="1" value="${now.slice(0, 19)}"
        /></label>
        <button style="align-self:end">Stop there</button>
        <button class="plain" style="align-self:end" name="free" value="yes" formnovalidate>
          Run with real time
        </button>
      </form>
    </section>
    <section class="card">
      <h2>Start over</h2>
      <p class="quiet">
        Every shop goes back to how it was at the start. Orders, edits, consents and faults of this sandbox
        are gone, and shops connected in Evenstock have to be authorised again.
      </p>
      <form class="row" method="post" action="/reset">
        <label><input type="checkbox" name="sure" value="yes" required /> Yes, start over</label>
        <button class="danger">Start over</button>
      </form>
    </section>
  </main>`;
  return show(visit, { title: 'Clock', section: 'clock', body });
}
