import StoresPage from '../modules/stores/stores.page.tsx';
import { SignedIn } from './signed-in.tsx';

/** One's stores at `/`, with all they need: loaded once somebody is signed in. */
export default function HomeStores() {
  return (
    <SignedIn>
      <StoresPage />
    </SignedIn>
  );
}
