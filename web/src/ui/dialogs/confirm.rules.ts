/** The buttons of a question: what is confirmed, and what leaves all as it is. */
export interface QuestionButtons {
  readonly okButtonProps: { readonly danger: boolean; readonly type: 'primary' | 'default' };
  readonly cancelButtonProps: { readonly type: 'primary' | 'default' };
  readonly autoFocusButton: 'ok' | 'cancel';
}

/**
 * How the buttons of a question look, and which Enter presses.
 * @param keeps whether leaving all as it is is the way that is meant: it is the main button, and focused
 */
export const questionButtons = (danger: boolean, keeps: boolean): QuestionButtons => ({
  okButtonProps: { danger, type: keeps ? 'default' : 'primary' },
  cancelButtonProps: { type: keeps ? 'primary' : 'default' },
  autoFocusButton: keeps ? 'cancel' : 'ok',
});
