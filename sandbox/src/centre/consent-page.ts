import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { channels } from '@evenstock/contract/channels/channels';
import type { SandboxReply } from '../core/simulator.ts';
import { html, raw } from './html.ts';
import { page } from './page.ts';

export interface ConsentRequest {
  readonly channel: ChannelKind;
  /** What the app may do afterwards: '…read your orders'. */
  readonly asks: string;
  /** The shops that may consent; a single one is shown without a choice. */
  readonly shops: readonly { readonly id: string; readonly name: string }[];
  /** The form's target, which receives `shop` and `decision` (allow or deny), and its hidden fields. */
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
}

/** The consent page of every channel that redirects. */
export function consentPage(request: ConsentRequest): SandboxReply {
  const { label } = channels[request.channel];
  const choices = request.shops.map(
    ({ id, name }, index) =>
      html`<label class="choice">
        <input type="radio" name="shop" value="${id}" ${raw(index === 0 ? 'checked' : '')} required />
        <span><strong>${name}</strong><small>${id}</small></span>
      </label>`,
  );
  const hidden = Object.entries(request.hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const body = html`<main class="consent">
    <section class="card">
      <p class="channel ${request.channel}"><i></i>${label} sandbox</p>
      <h1>Let Evenstock work with your shop?</h1>
      <p class="quiet">Evenstock asks to ${request.asks}. You can take this back at any time.</p>
      <form method="post" action="${request.action}">
        ${hidden}
        <fieldset>
          <legend>Shop</legend>
          ${choices}
        </fieldset>
        <p class="actions">
          <button name="decision" value="allow">Allow</button>
          <button class="plain" name="decision" value="deny" formnovalidate>Cancel</button>
        </p>
      </form>
    </section>
  </main>`;
  return page({ title: `${label}: allow Evenstock`, body, bare: true });
}
