import { AccountFrame } from './account-frame.tsx';
import Stores from './screens/stores.tsx';
import { SignedIn } from './signed-in.tsx';

/** One's stores at `/`, with all they need: loaded once somebody is signed in. */
export default function HomeStores() {
  return (
    <SignedIn>
      <AccountFrame>
        <Stores />
      </AccountFrame>
    </SignedIn>
  );
}
