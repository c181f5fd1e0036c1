import { lazyPart, MissingPart } from '../../ui/pages/lazy-part.tsx';

/** The paper of orders that were just shipped, loaded with the first outcome. */
export const OutcomePaper = lazyPart(
  async () => (await import('./outcome-paper.tsx')).OutcomePaper,
  ({ failed }) => failed && <MissingPart />,
);
