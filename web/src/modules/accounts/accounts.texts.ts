import { texts } from '../../i18n/texts.ts';

export const useStaticText = texts('static', {
  back: 'Go back',
  privacyTitle: 'Privacy Policy',
  privacyWhatTitle: 'What is kept',
  privacyWhat:
    'Your account’s email address, your stores, and what the marketplaces that you connect send about your products, stock and orders. Orders hold what a parcel needs: the buyer’s name, address and phone number. For each place where you are signed in: the kind of browser and when it was last seen. Also a keyed fingerprint of its network address, which does not tell the address. If a cookie named ati says which campaign brought you here, its value is kept with your account.',
  privacyWhyTitle: 'Why',
  privacyWhy:
    'To keep one stock number true on every marketplace and to let your team work on its orders. Nothing is sold. Only the marketplaces that you connect get your data and, where a store pays, the card payment provider. It gets the payer’s email address and takes the card, which is not kept here.',
  privacyHowTitle: 'How it is protected',
  privacyHow:
    'Passwords are stored as one-way hashes. Marketplace credentials and buyers’ personal data are stored encrypted. Only members of a store can see what is in it. The secret of a second factor is stored encrypted, recovery codes as one-way hashes. Cookies and the browser’s storage hold your session, your theme and your language. Nothing follows you elsewhere.',
  privacyLongTitle: 'How long',
  privacyLong:
    'Data is retained indefinitely until deletion is requested. Ask for the deletion of your account on its page. 14 days later your address, password and memberships are removed, unless you sign in again. What you did in a store stays in its records, done by a deleted user. Whoever owns a store can delete it in its settings. For anything else, write to the people who run this installation.',
  faqNumberTitle: 'What does Evenstock do with my stock?',
  faqNumber:
    'Each SKU has one quantity. When a unit sells on one $t(term:marketplace), the quantity falls and every other $t(term:marketplace) is told within seconds.',
  faqStartTitle: 'How do I start?',
  faqStart:
    'Create a store, add a $t(term:marketplace) and press Verify. Products and orders come in by themselves; nothing is sent until you switch Inventory Sync on in Store Settings.',
  faqMergeTitle: 'What does merging do?',
  faqMerge:
    'It joins the listings of several $t(term:marketplaces) into one SKU with one quantity. Names, prices and pictures stay as they are, and you can unmerge again.',
  faqEditTitle: 'May I still change a quantity on the $t(term:marketplace) itself?',
  faqEdit:
    'Yes. The change is seen at the next check, shown as out of sync, and then counted once for all $t(term:marketplaces).',
  faqExpiryTitle: 'Why does a $t(term:marketplace) say Expired?',
  faqExpiry:
    'Its permission has a limited life. Open it and press the button to authorise again; nothing that was imported is lost.',
});
