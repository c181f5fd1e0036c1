import type { FieldChanges, Recipe } from './stage.ts';

const pins =
  (isPinned: boolean): Recipe =>
  async (stage) => {
    const { id, owner, call, variantId } = await stage.openStore();
    const changes: FieldChanges = { is_pinned: [!isPinned, isPinned] };
    const activity = () => ({ storeId: id, actorId: owner.id, recipient: null, changes });
    return { ...call, body: { ids: [variantId] }, activity };
  };

/** How the calls about chosen SKUs succeed, by the names of their endpoints. */
export const variantRecipes: Readonly<Record<string, Recipe>> = {
  massPin: pins(true),
  massUnpin: pins(false),
};
