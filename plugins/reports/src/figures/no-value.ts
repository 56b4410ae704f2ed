/** In addresses: what has no queue, user or tag. */
export const none = 'none'
