import type { Journal, Table } from '../core/journal.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { answeredRecord } from './payment-records.ts';
import { checkoutView, invoiceItemView, invoiceView, subscriptionView } from './payment-views.ts';
import { paymentKeys, type Payments } from './payments.ts';
import type { z } from 'zod';

/** An error of the provider, in its own shape. */
class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;

  constructor(status: number, message: string, about: { type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.type = about.type ?? 'invalid_request_error';
    this.code = about.code ?? null;
    this.param = about.param ?? null;
  }
}

type Answered = z.infer<typeof answeredRecord>;

/** The part of the provider's API that the product calls: requests are forms with bracketed names, answers JSON. */
export class PaymentApi {
  readonly #payments: Payments;
  readonly #answered: Table<Answered>;

  constructor(payments: Payments, journal: Journal) {
    this.#payments = payments;
    this.#answered = journal.table('payment_answers', answeredRecord);
  }

  answer(request: SandboxRequest): SandboxReply {
    try {
      if (request.headers['authorization'] !== `Bearer ${paymentKeys.secretKey}`)
        throw new ApiError(401, 'Invalid API Key provided.');
      return this.#once(request);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { type, code, param, message } = error;
      return reply(error.status, JSON.stringify({ error: { type, code, param, message } }));
    }
  }

  /** A repeated idempotency key gets the first answer; with other parameters it is an error. */
  #once(request: SandboxRequest): SandboxReply {
    const key = request.headers['idempotency-key'];
    const asked = Buffer.from(request.body).toString('utf8');
    const call = (): SandboxReply =>
      reply(200, JSON.stringify(this.#call(request, new URLSearchParams(asked))));
    if (request.method !== 'POST' || key === undefined) return call();
    const line = `${request.url.pathname}?${asked}`;
    const before = this.#answered.get(key);
    if (before !== undefined && before.asked !== line)
      throw new ApiError(400, 'Keys for idempotent requests can only be used with the same parameters.', {
        type: 'idempotency_error',
      });
    if (before !== undefined) return reply(before.status, before.body);
    const answer = call();
    this.#answered.put(key, { asked: line, status: answer.status, body: String(answer.body) });
    return answer;
  }

  #call({ method, url }: SandboxRequest, form: URLSearchParams): unknown {
    const [, , noun = '', id = ''] = url.pathname.split('/');
    switch (`${method} ${noun}${noun === 'checkout' || id === '' ? '' : '/:id'}`) {
      case 'POST checkout':
        return this.#openCheckout(form);
      case 'GET subscriptions/:id':
        return subscriptionView(this.#subscription(id));
      case 'DELETE subscriptions/:id':
        return subscriptionView(this.#cancel(id));
      case 'POST invoiceitems':
        return this.#addInvoiceItem(form);
      case 'POST invoices':
        return this.#createInvoice(form);
      case 'GET invoiceitems':
        return this.#invoiceItems(url.searchParams);
      default:
        throw new ApiError(404, `Unrecognized request URL (${method}: ${url.pathname}).`);
    }
  }

  #openCheckout(form: URLSearchParams): unknown {
    const payments = this.#payments;
    if (form.get('mode') !== 'subscription')
      throw new ApiError(400, 'Only the mode subscription is simulated.', { param: 'mode' });
    const price = 'line_items[0][price_data]';
    const id = payments.id('cs_test');
    const checkout = payments.checkouts.put(id, {
      id,
      created: payments.now(),
      status: 'open',
      email: required(form, 'customer_email'),
      reference: form.get('client_reference_id'),
      product: required(form, `${price}[product_data][name]`),
      currency: required(form, `${price}[currency]`),
      successUrl: required(form, 'success_url'),
      cancelUrl: required(form, 'cancel_url'),
      metadata: mapAt(form, 'metadata'),
      subscriptionMetadata: mapAt(form, 'subscription_data[metadata]'),
      subscription: null,
      customer: null,
    });
    return checkoutView(checkout, payments.base());
  }

  #subscription(id: string) {
    const found = this.#payments.subscriptions.get(id);
    if (found === undefined)
      throw new ApiError(404, `No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' });
    return found;
  }

  /** Cancelling an ended subscription fails as if it did not exist. */
  #cancel(id: string) {
    const subscription = this.#subscription(id);
    if (subscription.status === 'canceled')
      throw new ApiError(404, `No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' });
    return this.#payments.cancel(subscription);
  }

  #addInvoiceItem(form: URLSearchParams): unknown {
    const payments = this.#payments;
    const amount = Number(required(form, 'amount'));
    if (!Number.isInteger(amount))
      throw new ApiError(400, `Invalid integer: ${String(amount)}`, { param: 'amount' });
    const subscription = form.get('subscription');
    if (subscription !== null && this.#subscription(subscription).status === 'canceled')
      throw new ApiError(400, `The subscription ${subscription} is canceled.`, { param: 'subscription' });
    const id = payments.id('ii');
    const item = payments.invoiceItems.put(id, {
      id,
      created: payments.now(),
      customer: required(form, 'customer'),
      subscription,
      amount,
      currency: required(form, 'currency'),
      description: form.get('description') ?? '',
      metadata: mapAt(form, 'metadata'),
      invoice: null,
    });
    return invoiceItemView(item);
  }

  /** Includes the customer's pending items if the form asks for it. */
  #createInvoice(form: URLSearchParams): unknown {
    const payments = this.#payments;
    const customer = required(form, 'customer');
    const isTaking = form.get('pending_invoice_items_behavior') === 'include';
    const items = [...payments.invoiceItems.values()].filter(
      (item) => isTaking && item.customer === customer && item.invoice === null,
    );
    const id = payments.id('in');
    for (const item of items) payments.invoiceItems.put(item.id, { ...item, invoice: id });
    const invoice = payments.invoices.put(id, {
      id,
      created: payments.now(),
      customer,
      currency: items[0]?.currency ?? form.get('currency') ?? 'sgd',
      total: items.reduce((sum, { amount }) => sum + amount, 0),
      autoAdvance: form.get('auto_advance') === 'true',
      metadata: mapAt(form, 'metadata'),
    });
    return invoiceView(invoice);
  }

  #invoiceItems(query: URLSearchParams): unknown {
    const customer = query.get('customer');
    const pending = query.get('pending');
    const found = [...this.#payments.invoiceItems.values()].filter(
      (item) =>
        (customer === null || item.customer === customer) &&
        (pending === null || (pending === 'true') === (item.invoice === null)),
    );
    return {
      object: 'list',
      url: '/v1/invoiceitems',
      has_more: false,
      data: found.map(invoiceItemView).reverse(),
    };
  }
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value === null || value === '')
    throw new ApiError(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return value;
}

/** Reads `metadata[key]=value` as a record. */
function mapAt(form: URLSearchParams, name: string): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([key, value]) =>
      key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value] as const] : [],
    ),
  );
}

function reply(status: number, body: string): SandboxReply {
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body };
}
