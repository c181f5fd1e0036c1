import { messageChinese } from '@evenstock/contract/messages/catalogue.zh';
import { failureChinese } from '../api/failure.texts.zh.ts';
import { antLocale } from '../i18n/ant-chinese.ts';
import { accountChinese } from '../modules/accounts/account/account.texts.zh.ts';
import { staticChinese } from '../modules/accounts/accounts.texts.zh.ts';
import { entryChinese } from '../modules/accounts/entry/entry.texts.zh.ts';
import { faqChinese } from '../modules/accounts/faq.texts.zh.ts';
import { resetChinese } from '../modules/accounts/entry/reset-password.texts.zh.ts';
import { signUpChinese } from '../modules/accounts/entry/sign-up.texts.zh.ts';
import { billingChinese } from '../modules/billing/billing.texts.zh.ts';
import { paymentReturnChinese } from '../modules/billing/payment-return.texts.zh.ts';
import { barcodesChinese } from '../modules/catalog/barcodes/barcodes.texts.zh.ts';
import { catalogChinese } from '../modules/catalog/product/catalog.texts.zh.ts';
import { editGridChinese } from '../modules/catalog/edits/edit-grid.texts.zh.ts';
import { forceZeroChinese } from '../modules/catalog/listings/force-zero.texts.zh.ts';
import { explainChinese } from '../modules/catalog/explanation/explain.texts.zh.ts';
import { mergingChinese } from '../modules/catalog/merges/merging.texts.zh.ts';
import { massSaleChinese } from '../modules/catalog/edits/mass-sale.texts.zh.ts';
import { cancellationsChinese } from '../modules/cancellations/cancellations.texts.zh.ts';
import { fulfilmentChinese } from '../modules/fulfilment/fulfilment.texts.zh.ts';
import { packingChinese } from '../modules/fulfilment/packing.texts.zh.ts';
import { developersChinese } from '../modules/developers/developers.texts.zh.ts';
import { insightsChinese } from '../modules/insights/insights.texts.zh.ts';
import { needsYouChinese } from '../modules/insights/needs-you.texts.zh.ts';
import { reportsChinese } from '../modules/insights/reports/reports.texts.zh.ts';
import { syncHealthChinese } from '../modules/insights/sync-health.texts.zh.ts';
import { activitiesChinese } from '../modules/journal/activities.texts.zh.ts';
import { notificationsChinese } from '../modules/journal/notifications.texts.zh.ts';
import { listingsChinese } from '../modules/listings/listings.texts.zh.ts';
import { placesChinese } from '../modules/marketplaces/places/places.texts.zh.ts';
import { marketplacesChinese } from '../modules/marketplaces/marketplaces.texts.zh.ts';
import { deadLettersChinese } from '../modules/operations/dead-letters.texts.zh.ts';
import { operationsChinese } from '../modules/operations/operations.texts.zh.ts';
import { segmentsChinese } from '../modules/orders/list/order-segments.texts.zh.ts';
import { ordersChinese } from '../modules/orders/orders.texts.zh.ts';
import { returnWordsChinese } from '../ui/texts/return-words.texts.zh.ts';
import { returnsChinese } from '../modules/returns/returns.texts.zh.ts';
import { printingChinese } from '../modules/printing/printing.texts.zh.ts';
import { spreadsheetsChinese } from '../modules/spreadsheets/spreadsheets.texts.zh.ts';
import { stockChinese } from '../modules/stock/stock.texts.zh.ts';
import { tallyChinese } from '../modules/stock/tallies/tallies.texts.zh.ts';
import { announcementsChinese } from '../modules/stores/announcements/announcements.texts.zh.ts';
import { membersChinese } from '../modules/stores/members.texts.zh.ts';
import { storesChinese } from '../modules/stores/stores.texts.zh.ts';
import { languageChinese } from '../ui/texts/language.texts.zh.ts';
import { uiChinese } from '../ui/texts/ui.texts.zh.ts';
import { appChinese } from './app.texts.zh.ts';
import { paletteChinese } from './palette.texts.zh.ts';

/** All Chinese texts by namespace, and Ant Design's locale. Loaded only when Chinese is chosen. */
export const chinese = {
  texts: {
    account: accountChinese,
    syncHealth: syncHealthChinese,
    activities: activitiesChinese,
    announcements: announcementsChinese,
    app: appChinese,
    billing: billingChinese,
    catalog: catalogChinese,
    editGrid: editGridChinese,
    explain: explainChinese,
    forceZero: forceZeroChinese,
    massSale: massSaleChinese,
    barcodes: barcodesChinese,
    merging: mergingChinese,
    places: placesChinese,
    developers: developersChinese,
    deadLetters: deadLettersChinese,
    entry: entryChinese,
    failure: failureChinese,
    faq: faqChinese,
    cancellations: cancellationsChinese,
    fulfilment: fulfilmentChinese,
    packing: packingChinese,
    tallies: tallyChinese,
    insights: insightsChinese,
    language: languageChinese,
    marketplaces: marketplacesChinese,
    needsYou: needsYouChinese,
    listings: listingsChinese,
    members: membersChinese,
    notifications: notificationsChinese,
    operations: operationsChinese,
    palette: paletteChinese,
    orderSegments: segmentsChinese,
    orders: ordersChinese,
    printing: printingChinese,
    paymentReturn: paymentReturnChinese,
    reports: reportsChinese,
    reset: resetChinese,
    returnWords: returnWordsChinese,
    returns: returnsChinese,
    signUp: signUpChinese,
    static: staticChinese,
    spreadsheets: spreadsheetsChinese,
    stock: stockChinese,
    stores: storesChinese,
    ui: uiChinese,
  },
  messages: messageChinese,
  antLocale,
};
