import * as z from 'zod'

/** A company's own Typebot; without an address that of the installation is asked. */
export const Settings = z.object({
  /** Of the viewer, where bots are published. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  /** `legacy`: servers of before 2024, with one call for everything. */
  apiVersion: z.enum(['current', 'legacy']).default('current'),
})
