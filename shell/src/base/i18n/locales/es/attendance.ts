import attendance from './attendance.json'
import featureErrors from './featureErrors.json'

export const words = { attendance, featureErrors }
