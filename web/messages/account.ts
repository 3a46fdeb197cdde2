/** The words of logging in and out, of registrations, codes and passwords, and of the customer's profile (specification §8). */
import { passwordReset, verifyYourEmail } from '../../contract/auth.ts'
import type { ActionWords } from './failure-message.ts'

// Only the calls of the OTP have words for a missing response.
const noAnswer = 'No response from server. Please try again.'

export const accountWords = {
  logIn: { failure: 'Login failed', serverMsg: 'instead' },
  /** The login of an account whose e-mail address is not verified: the 401 that opens the OTP dialog. */
  logInUnverified: { failure: verifyYourEmail, serverMsg: 'instead' },
  logOut: { success: 'Logged out Successfully!', failure: 'Login failed', serverMsg: 'instead' },
  /** Its success is the body of the reply. */
  verifyOtp: { failure: 'Failed to verify OTP', serverMsg: 'instead', noAnswer, withCause: true },
  resendOtp: { failure: 'Failed to resend OTP', serverMsg: 'instead', noAnswer, withCause: true },
  /** The first step of a reset, whose failure is shown in the form. */
  sendResetOtp: { failure: 'Something went wrong. Please try again.', serverMsg: 'instead', noAnswer },
  resetPassword: { success: passwordReset, failure: 'Failed to reset password', serverMsg: 'instead' },
  acceptInvitation: { failure: 'Failed to set the password', serverMsg: 'instead' },
  joinTeam: { failure: 'You could not join the team. Please try again.', serverMsg: 'instead' },
  stopPayouts: { failure: 'The payouts could not be stopped. Please try again.', serverMsg: 'instead' },
  registerCustomer: { failure: 'Something went wrong. Please try again.', serverMsg: 'instead' },
  registerSeller: { failure: 'Registration failed.', serverMsg: 'instead' },
  editProfile: {
    success: 'Profile Updated Successfully',
    failure: 'Failed to edit profile',
    serverMsg: 'instead',
  },
  changePassword: { failure: 'Failed to change password', serverMsg: 'instead' },
  /** The server says what is open. */
  deleteAccount: { failure: 'The account could not be deleted. Please try again.', serverMsg: 'instead' },
  keepAccount: { failure: 'That did not work. Please try again.', serverMsg: 'instead' },
  downloadData: { failure: 'The file could not be made. Please try again.', serverMsg: 'instead' },
  endSessions: { failure: 'Failed to log out the devices', serverMsg: 'instead' },
} as const satisfies Record<string, ActionWords>
