export * as library from '@tanstack/react-router'
