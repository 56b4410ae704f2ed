import registration from './registration.json'

export const words = { registration }
