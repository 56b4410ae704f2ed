import * as z from 'zod'

const minutes = z.int().min(1).max(10_080)

/**
 * Minutes that a customer may wait for an answer (S3-080, S9-060), each longer than the one before: green up to the
 * first, yellow up to the second, red beyond it. The third is the deadline of the SLA.
 */
export const SlaThresholds = z
  .strictObject({ green: minutes, yellow: minutes, red: minutes })
  .refine(({ green, yellow }) => green < yellow, { path: ['yellow'] })
  .refine(({ yellow, red }) => yellow < red, { path: ['red'] })
/** Of {@link SlaThresholds}. */
export type SlaThresholds = z.infer<typeof SlaThresholds>
