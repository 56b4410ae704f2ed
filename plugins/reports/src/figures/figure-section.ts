/** Parts of the page of figures beside the totals, in their order. */
export const figureSections = ['days', 'channels', 'team', 'queues', 'tags', 'hours'] as const
export type FigureSection = (typeof figureSections)[number]
