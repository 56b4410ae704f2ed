export {
  askProvider,
  certainlyRefused,
  kindOfStatus,
  retryAfter,
  unanswered,
  type ProviderCall,
} from './ask-provider.ts'
export { CompanyCache, type CacheContext, type CompanyCacheOptions } from './company-cache.ts'
export { csvFile } from './csv-file.ts'
export { drizzleOn } from './drizzle.ts'
export { failedCheck } from './failed-check.ts'
export { filePart, sendFile } from './file-part.ts'
export { heardFiles, lookAgainForFiles } from './heard-files.ts'
export { limitedText } from './limited-text.ts'
export { listOf } from './list-of.ts'
export { publicFileAddress } from './public-file-address.ts'
export { readJson } from './read-json.ts'
export { readCards, writeCards, type Card } from './vcards.ts'
export { sameSecret, verifyHmac } from './signature.ts'
export { unlessTaken } from './unless-taken.ts'
export { workbookFile } from './workbook-file.ts'
