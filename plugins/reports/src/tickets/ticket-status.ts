/** Statuses of conversations, all of them. */
export const reportedStatuses = ['open', 'pending', 'closed', 'group'] as const
