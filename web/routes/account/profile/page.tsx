export default function Placeholder() { return <p>profile</p> }
