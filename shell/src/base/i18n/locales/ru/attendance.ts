import attendance from './attendance.json'

export const words = { attendance }
