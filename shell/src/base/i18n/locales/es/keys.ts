import keys from './keys.json'

export const words = { keys }
