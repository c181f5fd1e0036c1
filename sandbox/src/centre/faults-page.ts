import { channels } from '@evenstock/contract/channels/channels';
import { faultKinds, faultMeanings } from '../core/faults.ts';
import type { SandboxReply } from '../core/simulator.ts';
import { profileMeanings, troubleProfiles } from '../trouble/profiles.rules.ts';
import { html } from './html.ts';
import { show, type Visit } from './visit.ts';

/** The page on which faults are injected. */
export function faultsPage(visit: Visit): SandboxReply {
  const armed = visit.control.faults();
  const rows = armed.map(
    ({ rule, struck }, index) =>
      html`<tr>
        <td class="thing">
          <strong class="mono">${rule.kind}</strong><small>${faultMeanings[rule.kind]}</small>
        </td>
        <td>
          ${rule.channel === undefined ? 'Everywhere' : channels[rule.channel].label}${rule.shop === undefined ? null : html` · ${rule.shop}`}<small
            class="mono"
            >${rule.call ?? ''}${rule.lists === undefined ? null : `lists of ${rule.lists}`}</small
          >
        </td>
        <td class="number" data-label="How often">${Math.round(rule.rate * 100)} %</td>
        <td class="number" data-label="Seconds">${rule.after ?? '–'}</td>
        <td class="number" data-label="Struck">
          ${struck}${rule.count === undefined ? null : ` of ${String(rule.count)}`}
        </td>
        <td class="wide">
          <form method="post" action="/faults/end">
            <button class="plain" name="index" value="${index}">End</button>
          </form>
        </td>
      </tr>`,
  );
  const body = html`<main>
    <header>
      <h1>Faults</h1>
      <p class="quiet">
        Marketplaces fail in these ways. Switch some on and watch what Evenstock makes of it.
      </p>
    </header>
    <section class="card">
      <h2>On now</h2>
      ${
        rows.length === 0
          ? html`<p class="quiet">Nothing: everything works.</p>`
          : html`<div class="scroll" tabindex="0">
              <table class="cardly">
                <thead>
                  <tr>
                    <th>What</th>
                    <th>Where</th>
                    <th class="number">How often</th>
                    <th class="number">Seconds</th>
                    <th class="number">Struck</th>
                    <td></td>
                  </tr>
                </thead>
                <tbody>
                  ${rows}
                </tbody>
              </table>
            </div>`
      }
      ${rows.length === 0 ? null : html`<form method="post" action="/faults/end"><button class="danger">End all</button></form>`}
    </section>
    <section class="card">
      <h2>Switch one on</h2>
      <form class="row" method="post" action="/faults">
        <label class="field" style="flex:1 1 100%"
          >What<select name="kind" style="max-width:100%">
            ${faultKinds.map((kind) => html`<option value="${kind}">${kind}: ${faultMeanings[kind]}</option>`)}
          </select></label
        >
        <label class="field"
          >Where<select name="channel">
            <option value="">Everywhere</option>
            ${visit.control.channels().map((channel) => html`<option value="${channel}">${channels[channel].label}</option>`)}
          </select></label
        >
        <label class="field"
          >Lists of<select name="lists">
            <option value="">products</option>
            ${['orders', 'returns', 'all'].map((lists) => html`<option value="${lists}">${lists}</option>`)}
          </select></label
        >
        <label class="field">Only this call<input name="call" class="mono" placeholder="any" /></label>
        <label class="field"
          >How often, %<input name="rate" type="number" min="1" max="100" value="100"
        /></label>
        <label class="field"
          >Seconds (n)<input name="after" type="number" min="0" placeholder="usual"
        /></label>
        <label class="field"
          >At most, times<input name="count" type="number" min="1" placeholder="no end"
        /></label>
        <button style="align-self:end">Switch on</button>
      </form>
    </section>
    ${wildCard(visit)}
  </main>`;
  return show(visit, { title: 'Faults', section: 'faults', body });
}

/** Switches on answers as others have met them, and lists which records have an oddity. */
function wildCard({ control }: Visit) {
  const { setting, drawn, trouble } = control.wild();
  return html`<section class="card">
    <h2>As in the wild</h2>
    <p class="quiet">
      One record in ten has an oddity that others have met. A field is absent, a number is text, a status is
      in no document. The same seed gives the same record the same oddity. A profile of trouble comes with it,
      and ends by itself.
    </p>
    <form class="row" method="post" action="/wild">
      <label class="field"
        >Seed<input name="seed" type="number" min="0" value="${setting?.seed ?? 1}"
      /></label>
      <label class="field"
        >Trouble<select name="profile">
          <option value="">none</option>
          ${troubleProfiles.map((profile) => html`<option value="${profile}">${profile}: ${profileMeanings[profile]}</option>`)}
        </select></label
      >
      <button style="align-self:end">${setting === null ? 'Switch on' : 'Draw anew'}</button>
      ${setting === null ? null : html`<button class="danger" style="align-self:end" formaction="/wild/end">End</button>`}
    </form>
    ${
      trouble === null
        ? null
        : html`<p>
            <strong>${trouble.profile}</strong> lasts ${Math.ceil(trouble.seconds_left / 60)} more minutes.
            Now:
            ${trouble.faults.length === 0 ? 'nothing' : [...new Set(trouble.faults.map(({ kind }) => kind))].join(', ')}.
          </p>`
    }
    ${
      setting === null
        ? null
        : drawn.length === 0
          ? html`<p class="quiet">Nothing was drawn yet: oddities show as records are read.</p>`
          : html`<div class="scroll" tabindex="0">
              <table class="cardly">
                <thead>
                  <tr>
                    <th>What</th>
                    <th>Where</th>
                    <th>Record</th>
                  </tr>
                </thead>
                <tbody>
                  ${drawn.map(
                    ({ entry, about, channel, record }) =>
                      html`<tr>
                        <td class="thing">${about}<small class="mono">${entry}</small></td>
                        <td>${channels[channel].label}</td>
                        <td class="mono" data-label="Record">${record}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
    }
  </section>`;
}
