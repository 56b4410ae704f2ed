import contacts from './contacts.json'

export const words = { contacts }
