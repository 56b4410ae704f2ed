export { drizzleOn } from './drizzle.ts'
export { sameSecret, verifyHmac } from './signature.ts'
