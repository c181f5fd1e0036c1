/** What the server says of attachments. */
export const attachmentMessages = {
  images_only: 'Choose an image file (JPEG, PNG, GIF or WebP).',
  file_required: 'Choose a file.',
  too_large: 'Choose a file of at most {{megabytes}} MB.',
  too_many: 'You uploaded many files today. Try again tomorrow.',
} as const;
