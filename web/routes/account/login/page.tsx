export default function Placeholder() { return <p>login</p> }
