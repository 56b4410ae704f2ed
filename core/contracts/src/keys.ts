import * as z from 'zod'

/**
 * Keys that are pressed together. `code` is the physical key (`KeyboardEvent.code`), so that every layout has it in the
 * same place; `mod` is Ctrl, or ⌘ on a Mac. Alt is never part of one: with it, layouts type characters.
 */
export const KeyBinding = z
  .object({
    code: z.string().regex(/^[A-Z][A-Za-z0-9]{1,29}$/),
    mod: z.boolean().optional(),
    shift: z.boolean().optional(),
  })
  .strict()
/** Keys that are pressed together. */
export type KeyBinding = z.infer<typeof KeyBinding>

/** More than the product and its plugins have acts for. */
const mostBindings = 300
/** A user's own key bindings by act: other keys, or null for none. Acts that are absent keep the default. */
export const KeyBindings = z
  .record(z.string().min(1).max(120), KeyBinding.nullable())
  .refine((bindings) => Object.keys(bindings).length <= mostBindings)
/** A user's own key bindings. */
export type KeyBindings = z.infer<typeof KeyBindings>
