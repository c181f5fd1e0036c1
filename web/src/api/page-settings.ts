import {
  pageSettingsName,
  pageSettings as schema,
  type PageSettings,
} from '@evenstock/contract/api/page-settings';

/** Settings under the development server, which serves the page without them. */
const plain: PageSettings = {
  signup_open: true,
  referral_on: true,
  faq_url: '/faq',
  cookie_prefix: 'evenstock',
  page_tracking: null,
  console_url: null,
  billing_on: false,
  demo: null,
};

/** The settings of this installation that the server wrote into the page. */
export const pageSettings: PageSettings = read();

function read(): PageSettings {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${pageSettingsName}"]`);
  return meta === null ? plain : schema.parse(JSON.parse(meta.content));
}
