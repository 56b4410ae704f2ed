import tickets from './tickets.json'

export const words = { tickets }
