import { texts } from '../../app/texts.ts';

export const useStaticText = texts('static', {
  back: 'Go back',
  privacyTitle: 'Privacy Policy',
  privacyWhatTitle: 'What is kept',
  privacyWhat:
    'Your account’s email address, your stores, and what the marketplaces that you connect send about your products, stock and orders. Orders hold what a parcel needs: the buyer’s name, address and phone number.',
  privacyWhyTitle: 'Why',
  privacyWhy:
    'To keep one stock number true on every marketplace and to let your team work on its orders. Nothing is sold, and nothing is sent to anyone but the marketplaces that you connect.',
  privacyHowTitle: 'How it is protected',
  privacyHow:
    'Passwords are stored as one-way hashes. Marketplace credentials and buyers’ personal data are stored encrypted. Only members of a store can see what is in it.',
  privacyLongTitle: 'How long',
  privacyLong:
    'Data is retained indefinitely until deletion is requested. To ask for it, write to the people who run this installation.',
  faqTitle: 'FAQ',
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
