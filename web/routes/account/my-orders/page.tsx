export default function Placeholder() { return <p>my-orders</p> }
