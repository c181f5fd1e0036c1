import { AccountFrame } from './account-frame.tsx';
import Stores from './screens/stores.tsx';
import { SignedIn } from './signed-in.tsx';

/** The user's stores at `/` with all dependencies, loaded after signing in. */
export default function HomeStores() {
  return (
    <SignedIn>
      <AccountFrame>
        <Stores />
      </AccountFrame>
    </SignedIn>
  );
}
