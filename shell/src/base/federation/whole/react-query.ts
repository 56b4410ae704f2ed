export * as library from '@tanstack/react-query'
