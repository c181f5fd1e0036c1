import { z } from 'zod';
import { SandboxError } from '../core/sandbox-error.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { Console, consoleSecret, type LoginSession } from './console.ts';
import { PaymentApi } from './payment-api.ts';
import { paymentKeys, Payments, refusedCard, type ExternalServicesContext } from './payments.ts';
import { checkoutPage, dashboardPage, loginPage, nothingHere, paymentMethodPage } from './pages.ts';

/** The addresses and secrets that an installation is configured with. */
export interface ExternalServiceKeys {
  readonly console: { readonly url: string; readonly secret: string };
  readonly payments: {
    readonly url: string;
    readonly secret_key: string;
    readonly webhook_secret: string;
    readonly webhook_url: string | null;
  };
}

/** The simulated console and card payment provider, on one port. */
export class ExternalServices {
  readonly console: Console;
  readonly payments: Payments;
  readonly #api: PaymentApi;
  readonly #context: ExternalServicesContext;

  constructor(context: ExternalServicesContext) {
    this.#context = context;
    this.console = new Console(context);
    this.payments = new Payments(context);
    this.#api = new PaymentApi(this.payments, context.journal);
  }

  keys(): ExternalServiceKeys {
    const url = this.#context.address();
    return {
      console: { url, secret: consoleSecret },
      payments: {
        url,
        secret_key: paymentKeys.secretKey,
        webhook_secret: paymentKeys.webhookSecret,
        webhook_url: this.payments.webhookUrl(),
      },
    };
  }

  /** Makes a sign-in for the product, without a browser. */
  loginSession(wish: { readonly email: string }): LoginSession {
    return this.#kept(this.console.loginSession(wish));
  }

  /** Starts a store's subscription for a customer whose card the console knows. */
  subscribe(wish: { readonly store_id: number; readonly email: string }): { id: string } {
    const { id } = this.payments.subscribe({
      email: wish.email,
      currency: 'sgd',
      metadata: { store_id: String(wish.store_id) },
      last4: '4242',
    });
    return this.#kept({ id });
  }

  /** Sets the address of the provider's notices; null ends them. */
  setWebhook(url: string | null): void {
    this.payments.setWebhook(url);
    this.#kept(null);
  }

  /** Answers a request; its changes are in the journal when it is answered. */
  answer(request: SandboxRequest): SandboxReply {
    const { pathname } = request.url;
    const reply = pathname.startsWith('/v1/')
      ? this.#api.answer(request)
      : pathname === '/api/login_sessions/redeem'
        ? this.#redeem(request)
        : this.#page(request);
    return this.#kept(reply);
  }

  /** The journal is written before the answer is sent. */
  #kept<T>(result: T): T {
    this.#context.journal.flush();
    return result;
  }

  #redeem({ method, headers, body }: SandboxRequest): SandboxReply {
    if (method !== 'POST') return json(404, { error: 'There is nothing here.' });
    if (headers['authorization'] !== `Bearer ${consoleSecret}`)
      return json(401, { error: 'The secret is not the one that was agreed on.' });
    const asked = z.object({ login_session: z.string() }).safeParse(parsed(body));
    const user = asked.success ? this.console.redeem(asked.data.login_session) : null;
    return user === null
      ? json(404, { error: 'This sign-in is unknown, used or out of date.' })
      : json(200, { user });
  }

  #page(request: SandboxRequest): SandboxReply {
    const { pathname, searchParams } = request.url;
    const [, section = '', id = '', event = ''] = pathname.split('/');
    if (request.method === 'POST') {
      if (isForeign(request)) return json(403, { error: 'Pages of other sites may not do this.' });
      return this.#posted(
        section,
        id,
        event,
        new URLSearchParams(Buffer.from(request.body).toString('utf8')),
      );
    }
    const redirect = searchParams.get('redirect') ?? '/';
    if (pathname === '/login') return loginPage(redirect);
    if (pathname === '/payment_method') return paymentMethodPage(redirect);
    if (pathname === '/' || pathname === '/dashboard') return dashboardPage(this.console, this.payments);
    const checkout = section === 'checkout' ? this.payments.checkouts.get(id) : undefined;
    if (checkout === undefined) return nothingHere();
    return checkout.status === 'complete' ? goTo(checkout.successUrl) : checkoutPage(checkout);
  }

  #posted(section: string, id: string, event: string, form: URLSearchParams): SandboxReply {
    const redirect = form.get('redirect') ?? '/';
    const email = form.get('email') ?? '';
    const number = (form.get('number') ?? '').replaceAll(/\s/g, '');
    switch (section) {
      case 'login':
        return z.email().safeParse(email.trim()).success
          ? goTo(this.console.entry({ email }, redirect))
          : loginPage(redirect, { problem: 'Enter an email address.' });
      case 'payment_method': {
        const problem = problemOf(email, number);
        if (problem !== null) return paymentMethodPage(redirect, { problem });
        this.console.keepCard(email, number);
        return goTo(this.console.backTo(redirect));
      }
      case 'checkout':
        return this.#pay(id, number);
      case 'subscriptions': {
        const subscription = this.payments.subscriptions.get(id);
        if (event !== 'end' || subscription === undefined) return nothingHere();
        if (subscription.status === 'active') this.payments.cancel(subscription);
        return goTo('/dashboard');
      }
      default:
        return nothingHere();
    }
  }

  #pay(id: string, number: string): SandboxReply {
    try {
      return goTo(this.payments.pay(id, number).successUrl);
    } catch (error) {
      const checkout = this.payments.checkouts.get(id);
      if (!(error instanceof SandboxError) || checkout === undefined) return nothingHere();
      return checkoutPage(checkout, { problem: error.message });
    }
  }
}

function problemOf(email: string, number: string): string | null {
  if (!z.email().safeParse(email.trim()).success) return 'Enter an email address.';
  if (!/^\d{16}$/.test(number)) return 'A card number has 16 digits.';
  return number === refusedCard ? 'Your card was declined.' : null;
}

/** Cross-site posts are rejected: another site's page can make a browser send a form here. */
function isForeign({ headers, url }: SandboxRequest): boolean {
  const { origin } = headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== url.host);
}

function parsed(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return value;
  } catch {
    return null;
  }
}

const goTo = (location: string): SandboxReply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

const json = (status: number, value: unknown): SandboxReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
});
