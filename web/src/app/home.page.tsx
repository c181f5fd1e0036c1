import { lazy, Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { SessionUnknown, ToNewPassword } from '../modules/accounts/require-user.tsx';
import { SignInScreen } from '../modules/accounts/sign-in.screen.tsx';

const Stores = lazy(() => import('./home-stores.tsx'));

/** `/`: the sign-in prompt, or one's stores. */
export default function HomePage() {
  const session = useSession();
  if (session.state === 'AUTHENTICATING') return null;
  if (session.state === undefined) return <SessionUnknown />;
  if (session.state === 'UNAUTHENTICATED') return <SignInScreen />;
  if (session.state === 'PASSWORD_EXPIRED') return <ToNewPassword />;
  return (
    <Suspense fallback={null}>
      <Stores />
    </Suspense>
  );
}
