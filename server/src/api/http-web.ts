import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { pageSettingsName, type PageSettings } from '@evenstock/contract/api/page-settings';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isBillingOn, type Context } from '../context.ts';
import { escapeHtml } from '../platform/text/html.ts';
import { contentSecurityPolicy, newNonce } from './http-headers.ts';

/** In index.html: what a screen of a store looks like before its script is there. */
const hiddenShell = '<div id="first-shell" aria-hidden="true" hidden>';

const NOT_BUILT =
  '<!doctype html><title>Evenstock</title><p>The web is not built yet: run <code>npm run build</code>.';

/**
 * Serves the built web. Files named by their content are kept for ever; every other address is a page of the one
 * index.html, which carries its style nonce in `<meta name="csp-nonce">` and the page settings in another.
 * @returns what answers an address that names no file
 */
export async function addWeb(
  app: FastifyInstance,
  webRoot: string,
  ctx: Pick<Context, 'settings' | 'console' | 'payments'>,
): Promise<(reply: FastifyReply) => Promise<FastifyReply>> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: true,
    serve: true,
    // The build puts compressed copies beside the files.
    preCompressed: true,
    setHeaders(response, path) {
      const isNamedByContent = path.includes('/assets/');
      response.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const settings = `<meta name="${pageSettingsName}" content="${escapeHtml(JSON.stringify(settingsOfPage(ctx)))}">`;
  return async (reply) => {
    const nonce = newNonce();
    const page = await readFile(join(webRoot, 'index.html'), 'utf8').catch(() => null);
    const shell = reply.request.url.startsWith('/stores/') ? hiddenShell.replace(' hidden', '') : hiddenShell;
    return reply
      .code(page === null ? 503 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentSecurityPolicy(nonce, ctx.settings))
      .send(
        (page ?? NOT_BUILT)
          .replace(hiddenShell, shell)
          .replace('<head>', () => `<head><meta name="csp-nonce" content="${nonce}">${settings}`),
      );
  };
}

function settingsOfPage(ctx: Pick<Context, 'settings' | 'console' | 'payments'>): PageSettings {
  const { settings } = ctx;
  return {
    signup_open: settings.signupOpen,
    referral_on: settings.referralOn,
    faq_url: settings.faqUrl,
    cookie_prefix: settings.cookiePrefix,
    page_tracking: settings.pageTrackingUrl,
    console_url: ctx.console?.url ?? null,
    billing_on: isBillingOn(ctx),
    demo: settings.demo,
  };
}
