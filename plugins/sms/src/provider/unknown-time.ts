/** For what comes without a time of its own. Core moves times in the future to the moment of arrival. */
export const unknownTime = (): Date => new Date('9999-12-31T23:59:59.000Z')
