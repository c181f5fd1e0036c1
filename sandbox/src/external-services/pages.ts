import { html, type Html } from '../centre/html.ts';
import { page } from '../centre/page.ts';
import type { SandboxReply } from '../core/simulator.ts';
import type { Console } from './console.ts';
import type { Checkout } from './payment-records.ts';
import { refusedCard, testCard, type Payments } from './payments.ts';

interface Said {
  /** The error in what was submitted. */
  readonly problem?: string | undefined;
}

function bare(title: string, body: Html, status = 200): SandboxReply {
  return page({
    title,
    body: html`<main class="consent"><section class="card">${body}</section></main>`,
    bare: true,
    status,
  });
}

const problemLine = (problem: string | undefined) =>
  problem === undefined ? null : html`<p class="toast bad" role="alert">${problem}</p>`;

const cardField = html`<label class="field"
    >Card number<input name="number" inputmode="numeric" autocomplete="off" value="${testCard}" required
  /></label>
  <p class="quiet">
    Test cards only: ${testCard} is taken, ${refusedCard} is declined. Any date and code. The number is not
    kept.
  </p>`;

/** The sign-in page of the console; it asks for no password. */
export function loginPage(redirect: string, { problem }: Said = {}): SandboxReply {
  return bare(
    'Console: sign in',
    html`<p class="channel">Console sandbox</p>
      <h1>Sign in to the console</h1>
      ${problemLine(problem)}
      <form method="post" action="/login">
        <input type="hidden" name="redirect" value="${redirect}" />
        <label class="field"
          >Email<input name="email" type="email" required value="owner@demo.evenstock.test"
        /></label>
        <p class="actions"><button>Sign in and go on to Evenstock</button></p>
      </form>`,
    problem === undefined ? 200 : 422,
  );
}

/** The page on which a card is entered for future stores. */
export function paymentMethodPage(redirect: string, { problem }: Said = {}): SandboxReply {
  return bare(
    'Console: payment method',
    html`<p class="channel">Console sandbox</p>
      <h1>Enter a payment method</h1>
      ${problemLine(problem)}
      <form method="post" action="/payment_method">
        <input type="hidden" name="redirect" value="${redirect}" />
        <label class="field"
          >Email<input name="email" type="email" required value="owner@demo.evenstock.test"
        /></label>
        ${cardField}
        <p class="actions"><button>Save and go back to Evenstock</button></p>
      </form>`,
    problem === undefined ? 200 : 422,
  );
}

export function dashboardPage(console: Console, payments: Payments): SandboxReply {
  const cards = console.cards().map(({ email, last4 }) => html`<li>${email}: card ending in ${last4}</li>`);
  const subscriptions = [...payments.subscriptions.values()].map(
    ({ id, status, email, metadata }) =>
      html`<li>
        <span class="mono">${id}</span>: ${status}, ${email}, store ${metadata['store_id'] ?? 'unknown'}
        ${status === 'active' ? html`<form method="post" action="/subscriptions/${id}/end"><button class="plain">End</button></form>` : null}
      </li>`,
  );
  const items = [...payments.invoiceItems.values()];
  const lines = (isBilled: boolean) =>
    items
      .filter(({ invoice }) => (invoice !== null) === isBilled)
      .map(
        ({ description, amount, currency }) =>
          html`<li>${description}: ${(amount / 100).toFixed(2)} ${currency.toUpperCase()}</li>`,
      );
  const list = (items: readonly Html[], none: string) =>
    items.length === 0
      ? html`<p class="quiet">${none}</p>`
      : html`<ul>
          ${items}
        </ul>`;
  return bare(
    'Console dashboard',
    html`<p class="channel">Console sandbox</p>
      <h1>Console dashboard</h1>
      <p class="quiet">Stands in for the sister product and for the card payment provider.</p>
      <h2>Payment methods</h2>
      ${list(cards, 'None yet.')}
      <h2>Subscriptions</h2>
      ${list(subscriptions, 'None yet.')}
      <h2>On the next bill</h2>
      ${list(lines(false), 'Nothing yet.')}
      <h2>On the last bill of a subscription that ended</h2>
      ${list(lines(true), 'Nothing yet.')}
      <p class="actions"><a href="${console.backTo('/stores')}">Back to Evenstock</a></p>`,
  );
}

/** The page on which the card of a subscription is entered. */
export function checkoutPage(checkout: Checkout, { problem }: Said = {}): SandboxReply {
  return bare(
    'Payment',
    html`<p class="channel">Card payment sandbox</p>
      <h1>${checkout.product}</h1>
      <p class="quiet">Billed each month in ${checkout.currency.toUpperCase()}, to ${checkout.email}.</p>
      ${problemLine(problem)}
      <form method="post" action="/checkout/${checkout.id}">
        ${cardField}
        <p class="actions">
          <button>Subscribe</button>
          <a href="${checkout.cancelUrl}">Back without paying</a>
        </p>
      </form>`,
    problem === undefined ? 200 : 422,
  );
}

export function nothingHere(): SandboxReply {
  return bare(
    'Not found',
    html`<h1>Not found</h1>
      <p><a href="/dashboard">Console dashboard</a></p>`,
    404,
  );
}
