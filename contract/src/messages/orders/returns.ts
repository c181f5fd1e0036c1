/** What the server says of returns. */
export const returnMessages = {
  not_to_answer: 'No return of this order waits for your answer.',
  answered_already:
    'This return was answered from here already. Its state follows once its marketplace tells it.',
  restocked_already: 'Units of this return are on stock again, so it can no longer be disputed.',
  overdue: 'The time to answer this return is over.',
  reason_required: 'Reason is required',
  reason_gone: 'This reason is not offered any more. Choose another one.',
  image_required: 'Image is required',
  too_many_images: 'Choose at most {{most}} images',
  image_gone: 'An image is not here any more. Upload it again.',
  details_required: 'Details required',
  email_required: 'Email is required',
  email_invalid: 'Email is invalid',
} as const;
