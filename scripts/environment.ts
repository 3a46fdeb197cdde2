/**
 * Import this module first. React reads NODE_ENV when it is loaded and takes its development build, about three times
 * slower, unless it is 'production'. A shop that serves built pages always needs the production build of React, also on a
 * laptop. `environment` is the environment as it was before, for readConfig.
 */
export const environment = { ...process.env }

if (!process.argv.includes('--without-pages')) process.env.NODE_ENV = 'production'
