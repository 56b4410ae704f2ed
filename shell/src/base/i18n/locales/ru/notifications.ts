import notifications from './notifications.json'

export const words = { notifications }
