export default function Placeholder() { return <p>register</p> }
