import invitationErrors from './invitationErrors.json'
import registration from './registration.json'

export const words = { registration, featureErrors: invitationErrors }
