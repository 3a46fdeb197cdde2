export default function Placeholder() { return <p>reset-password</p> }
