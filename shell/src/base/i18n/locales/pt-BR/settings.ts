import settings from './settings.json'

export const words = { settings }
