import home from './home.json'

export const words = { home }
