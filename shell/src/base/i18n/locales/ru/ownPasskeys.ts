import ownPasskeys from './ownPasskeys.json'

export const words = { ownPasskeys }
