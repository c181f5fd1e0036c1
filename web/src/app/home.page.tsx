import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../api/session.ts';
import { SessionUnknown, ToNewPassword } from '../modules/accounts/require-user.tsx';
import { returnPath } from '../modules/accounts/entry/sign-in.rules.ts';
import { SignInScreen } from '../modules/accounts/sign-in.screen.tsx';

const Stores = lazy(() => import('./home-stores.tsx'));

/** `/`: the sign-in prompt, or the user's stores. */
export default function HomePage() {
  const session = useSession();
  const from = returnPath(useLocation().state);
  if (session.state === 'AUTHENTICATING') return null;
  if (session.state === undefined) return <SessionUnknown />;
  if (session.state === 'UNAUTHENTICATED') return <SignInScreen />;
  if (session.state === 'PASSWORD_EXPIRED') return <ToNewPassword />;
  // Another tab signed in while this one showed the prompt: open the page that was asked for.
  if (from !== null && from !== '/') return <Navigate to={from} replace />;
  return (
    <Suspense fallback={null}>
      <Stores />
    </Suspense>
  );
}
